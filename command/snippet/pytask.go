package snippet

import "strings"

// A task leads to its loop, and that one starts programs and opens connections. So where
// tasks are, the attributes of the program's own objects, which any data is asked for,
// may not be names that a loop or a transport has beyond those of plain data.

// clashes reports whether one of them is.
func (j *pyJudge) clashes() bool {
	for name := range j.fields {
		if pyLoopAttr(name) {
			return true
		}
	}
	return false
}

// pyLoopAttr lists what loops, policies, transports and their sockets have (Library
// Reference, "Event Loop" and "Transports and Protocols", Python 3.8 to 3.14). Of what is
// private there, everything that makes or holds such a thing.
func pyLoopAttr(name string) bool {
	if strings.HasPrefix(name, "_") {
		for _, part := range [...]string{"sock", "pipe", "transport", "sendfile", "subprocess", "_make_", "_create_", "_connect", "_serving", "_accept", "_selector", "_extra", "_proc", "_watcher", "_pid", "_set_", "_add_", "_protocol", "_executor"} {
			if strings.Contains(name, part) {
				return true
			}
		}
		return name == "_loop"
	}
	return listWords(`add_child_handler add_reader add_writer add_signal_handler attach_loop buffer_updated call_exception_handler communicate connect_accepted_socket connect_read_pipe connect_write_pipe
		create_connection create_datagram_endpoint create_server create_unix_connection create_unix_server default_exception_handler dup fileno get_buffer get_child_watcher get_event_loop
		get_exception_handler get_extra_info get_loop get_pid get_pipe_transport get_protocol get_returncode get_task_factory getaddrinfo getnameinfo getsockbyname getsockopt is_reading loop_pid
		new_event_loop pause_reading pause_writing pipe_connection_lost pipe_data_received process_exited remove_child_handler remove_reader remove_signal_handler remove_writer resume_reading
		resume_writing send_signal sendfile sendto set_child_watcher set_default_executor set_event_loop set_exception_handler set_protocol set_task_factory set_transport setblocking setsockopt
		shutdown_default_executor sock_accept sock_connect sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into sock_sendall sock_sendfile sock_sendto start_serving start_tls
		subprocess_exec subprocess_shell transport`, name)
}
